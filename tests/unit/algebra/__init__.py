"""Columns, trees and how they are printed."""
