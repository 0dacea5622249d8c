"""A statement as a row of words, read from left to right."""

from __future__ import annotations

import sqlglot
from sqlglot.errors import SqlglotError
from sqlglot.tokens import Token, TokenType

from duckstream.pipeline.places import Passage, ProjectError, SourceFile, wrong_at


class Words:
    """The words of one statement, and how far they have been read."""

    def __init__(self, file: SourceFile, tokens: list[Token]) -> None:
        self.file = file
        self._tokens = tokens
        self._next = 0

    @property
    def start(self) -> int:
        """The offset of the next word; behind the last one, its end."""
        rest = self._tokens[self._next :]
        return rest[0].start if rest else self.end

    @property
    def end(self) -> int:
        return self._tokens[-1].end + 1

    @property
    def done(self) -> bool:
        return self._next == len(self._tokens)

    def take(self, *words: str) -> bool:
        """Read these words if they come next; the tokenizer takes some pairs for one word."""
        wanted, position = list(words), self._next
        while wanted and position < len(self._tokens):
            token = self._tokens[position]
            parts = token.text.upper().split()
            if token.token_type in _TEXTS or parts != wanted[: len(parts)]:
                return False
            wanted = wanted[len(parts) :]
            position += 1
        if wanted:
            return False
        self._next = position
        return True

    def expect(self, *words: str) -> None:
        if not self.take(*words):
            raise self.wrong(f"{' '.join(words)} is expected here")

    def take_any(self) -> Token:
        if self.done:
            raise self.wrong("the statement ends too early")
        self._next += 1
        return self._tokens[self._next - 1]

    def take_name(self) -> tuple[str, ...]:
        """A name with its schema and catalogue before it, as far as they are given."""
        parts = [self._take_part()]
        while self.take("."):
            parts.append(self._take_part())
        return tuple(parts)

    def _take_part(self) -> str:
        token = self.take_any()
        if token.token_type is TokenType.IDENTIFIER or token.text.replace("_", "a").isalnum():
            return token.text
        raise wrong_at(self.file, token.start, "SYNTAX", "a name is expected here")

    def take_text(self) -> str:
        token = self.take_any()
        if token.token_type is not TokenType.STRING:
            raise wrong_at(self.file, token.start, "SYNTAX", "a text in quotes is expected here")
        return token.text

    def take_group(self) -> Words:
        """What stands between the parentheses that come next."""
        self.expect("(")
        first, depth = self._next, 1
        while depth:
            token = self.take_any()
            depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(token.token_type, 0)
        if self._next - 1 == first:
            closing = self._tokens[first].start
            raise wrong_at(self.file, closing, "SYNTAX", "there is nothing between the parentheses")
        return Words(self.file, self._tokens[first : self._next - 1])

    def split_at_commas(self) -> list[Words]:
        """The rest, cut at the commas that are not within parentheses."""
        parts: list[list[Token]] = [[]]
        depth = 0
        for token in self._tokens[self._next :]:
            depth += token.token_type in _OPEN
            depth -= token.token_type in _CLOSE
            if token.token_type is TokenType.COMMA and depth == 0:
                parts.append([])
            else:
                parts[-1].append(token)
        if not all(parts):
            raise self.wrong("there is nothing beside a comma")
        return [Words(self.file, part) for part in parts]

    def rest(self) -> Passage:
        """The text from the next word to the last."""
        if self.done:
            raise self.wrong("the statement ends too early")
        return Passage(self.file, self.start, self.file.text[self.start : self.end])

    def remaining(self) -> list[Token]:
        return self._tokens[self._next :]

    def wrong(self, reason: str, hint: str | None = None) -> ProjectError:
        return wrong_at(self.file, self.start, "SYNTAX", reason, hint)


_TEXTS = {TokenType.STRING, TokenType.IDENTIFIER}
_OPEN = {TokenType.L_PAREN, TokenType.LT}
_CLOSE = {TokenType.R_PAREN, TokenType.GT}


def split_statements(file: SourceFile, dialect: str) -> list[Words]:
    """The statements of a file, which end with semicolons."""
    try:
        tokens = sqlglot.tokenize(file.text, dialect=dialect)
    except SqlglotError as error:
        # It says neither where the text that is not closed begins, nor anything else of use.
        raise ProjectError(
            "SYNTAX",
            f"{file.name}: the text cannot be read",
            "a quote or a comment may not be closed",
        ) from error
    statements: list[list[Token]] = [[]]
    for token in tokens:
        if token.token_type is TokenType.SEMICOLON:
            statements.append([])
        else:
            statements[-1].append(token)
    return [Words(file, statement) for statement in statements if statement]
