// Front door of the HTTP kit for modules that need no more.
export { type Actor, type ResolveSession, SESSION_COOKIE } from './actor.ts';
export { type BoundRoute, type Handler, type HandlerInput, route, type Upload } from './route.ts';
