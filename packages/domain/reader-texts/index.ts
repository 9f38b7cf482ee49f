// Entry point of the functions that pick a reader's text, without the rest of the kernel: the first page of a visitor
// loads them, and zod, which the kernel's ids need, must not come along.
export { textIn } from '../kernel/translations.ts';
