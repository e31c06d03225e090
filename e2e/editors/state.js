/** Shows the editor's own content as JSON, which makes line ends and spaces visible. */
export function show(held) {
  const output = document.querySelector('output');
  if (output) output.textContent = JSON.stringify(held);
}

export const place = document.querySelector('#editor');
