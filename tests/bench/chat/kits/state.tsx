import { type ReactNode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { Kit, KitMessage } from './kit.ts'

interface ViewProps {
  readonly subscribe: (listener: () => void) => () => void
  readonly draw: () => ReactNode
  readonly snapshot: () => unknown
}

function View({ subscribe, snapshot, draw }: ViewProps) {
  useSyncExternalStore(subscribe, snapshot)
  return draw()
}

/** A kit that is drawn from a list of messages, which is kept the same way for all of them. */
export function kitOf<T>(
  convert: (message: KitMessage) => T,
  draw: (messages: readonly T[]) => ReactNode,
): Kit {
  let messages: readonly T[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly T[]) => {
    messages = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    mount(place, first) {
      messages = first.map(convert)
      createRoot(place).render(
        <View subscribe={subscribe} snapshot={() => messages} draw={() => draw(messages)} />,
      )
    },
    prepend: (older) => set([...older.map(convert), ...messages]),
    append: (message) => set([...messages, convert(message)]),
  }
}
