// React hook that sounds the horn at each new task, repeats it when the operator wants that, and can be muted.
import { useEffect, useRef, useState } from 'react';
import { soundHorn, wakeHorn } from './horn.ts';

const storageKey = 'kerb.horn';
const repeatMs = 5_000;

function readMuted(): boolean {
  try {
    return window.localStorage.getItem(storageKey) === 'off';
  } catch {
    return false;
  }
}

function rememberMuted(muted: boolean): void {
  try {
    window.localStorage.setItem(storageKey, muted ? 'off' : 'on');
  } catch {
    // Storage is blocked, as in some private windows: the choice lasts until the page is closed.
  }
}

export interface Horn {
  readonly muted: boolean;
  readonly toggle: () => void;
}

/** `tasks` are the ids of the open tasks; `repeat` is the operator's setting CarHornRepeat. */
export function useHorn(tasks: readonly string[], repeat: boolean): Horn {
  const [muted, setMuted] = useState(readMuted);
  const sounded = useRef<ReadonlySet<string>>(new Set());
  const waiting = tasks.join('\n');

  useEffect(() => {
    const touched = ['pointerdown', 'keydown'] as const;
    for (const name of touched) window.addEventListener(name, wakeHorn);
    return () => {
      for (const name of touched) window.removeEventListener(name, wakeHorn);
    };
  }, []);

  useEffect(() => {
    const ids = waiting === '' ? [] : waiting.split('\n');
    const isNew = ids.some((id) => !sounded.current.has(id));
    sounded.current = new Set(ids);
    if (muted || ids.length === 0) return;
    // Do not sound when a task has only been removed.
    if (isNew) soundHorn();
    if (!repeat) return;
    const timer = setInterval(soundHorn, repeatMs);
    return () => clearInterval(timer);
  }, [waiting, muted, repeat]);

  const toggle = () => {
    rememberMuted(!muted);
    setMuted(!muted);
  };
  return { muted, toggle };
}
