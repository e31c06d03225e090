/** Shows what the editor itself holds, as JSON: line ends and spaces can be seen in it. */
export function show(held) {
  const output = document.querySelector('output');
  if (output) output.textContent = JSON.stringify(held);
}

export const place = document.querySelector('#editor');
