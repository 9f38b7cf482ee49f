// Set-up of all component tests: raises the timeout, because screens load parts lazily, which is slow on a busy
// machine.
import { configure } from '@testing-library/react';
import { stylesAreParsed } from './styles.ts';

configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout and does not implement scrollIntoView.
Element.prototype.scrollIntoView = () => undefined;

/**
 * Leaves the style elements of Emotion empty. jsdom has no layout, but compares every element with every rule whenever a
 * test looks for a role, which takes a third of the time. Elements are still hidden by their attributes.
 */
const { appendChild } = Node.prototype;
HTMLStyleElement.prototype.appendChild = function appendText<Child extends Node>(child: Child): Child {
  const isEmotion = this.dataset.emotion !== undefined;
  if (isEmotion && !stylesAreParsed()) return child;
  appendChild.call(this, child);
  return child;
};
