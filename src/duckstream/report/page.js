"use strict";

// Details are <dialog>s: the browser keeps the focus in them, gives it back, and closes on Escape.
function open(id) {
  for (const shown of document.querySelectorAll("dialog[open]")) shown.close();
  const dialog = document.getElementById(id);
  dialog.showModal();
  dialog.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) open(opener.dataset.opens);
  // The dialog itself is hit only beside its content, which fills it.
  else if (event.target.matches("dialog")) event.target.close();
});

// Nodes of the graph are no buttons of HTML, so that these keys have to be told what they do.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const node = event.target.closest(".node");
  if (!node) return;
  event.preventDefault();
  open(node.dataset.opens);
});

// The edges of the node under the pointer, or with the focus, stand out.
function mark(event, on) {
  const node = event.target.closest?.(".node");
  if (!node) return;
  const id = node.dataset.node;
  for (const edge of document.querySelectorAll(".edge"))
    if (edge.dataset.from === id || edge.dataset.to === id) edge.classList.toggle("marked", on);
}

for (const name of ["mouseover", "focusin"]) document.addEventListener(name, (event) => mark(event, true));
for (const name of ["mouseout", "focusout"]) document.addEventListener(name, (event) => mark(event, false));
