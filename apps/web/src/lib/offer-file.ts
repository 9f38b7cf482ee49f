// Downloads a file made in the browser under a given name.

export function offerFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the address by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
