// Set-up of all component tests: raises the timeout, because screens load parts lazily, which is slow on a busy
// machine.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout and does not implement scrollIntoView.
Element.prototype.scrollIntoView = () => undefined;
