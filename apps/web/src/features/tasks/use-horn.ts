// React hook that sounds the horn at each new task, repeats it when the operator wants that, and can be muted.
import { useEffect, useRef, useState } from 'react';
import { deviceStorage } from '../../lib/browser-storage.ts';
import { soundHorn, wakeHorn } from './horn.ts';

const storageKey = 'kerb.horn';
const repeatMs = 5_000;

const readMuted = (): boolean => deviceStorage.read(storageKey) === 'off';

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
    deviceStorage.write(storageKey, muted ? 'on' : 'off');
    setMuted(!muted);
  };
  return { muted, toggle };
}
