// Hands a file to the browser to keep.

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
