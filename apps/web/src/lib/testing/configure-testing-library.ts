// Set-up of every component test: screens load parts of themselves when first shown, which takes a busy machine a while.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout, so nothing to scroll.
Element.prototype.scrollIntoView = () => undefined;
