import { createStore, type StoreApi } from 'zustand/vanilla'

export type NoticeKind = 'error' | 'warning' | 'info' | 'success'

export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly message: string
}

/** How long a notice of each kind stays, in milliseconds (spec 2 §4). */
export const NOTICE_MS: Readonly<Record<NoticeKind, number>> = {
  error: 5000,
  warning: 5000,
  info: 5000,
  success: 2000,
}

/** The notices that are showing, oldest first. */
export interface Notices {
  readonly store: StoreApi<readonly Notice[]>
  /** Shows a message; one that is already showing starts its time anew instead of showing twice. */
  show(kind: NoticeKind, message: string): void
  dismiss(id: number): void
}

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>(() => [])
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let lastID = 0
  const dismiss = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    store.setState(
      store.getState().filter((notice) => notice.id !== id),
      true,
    )
  }
  return {
    store,
    show(kind, message) {
      const showing = store.getState().find((notice) => notice.kind === kind && notice.message === message)
      const id = showing?.id ?? ++lastID
      if (showing) clearTimeout(timers.get(id))
      else store.setState([...store.getState(), { id, kind, message }], true)
      timers.set(
        id,
        setTimeout(() => dismiss(id), NOTICE_MS[kind]),
      )
    },
    dismiss,
  }
}
