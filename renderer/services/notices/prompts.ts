import { createStore, type StoreApi } from 'zustand/vanilla'
import { PROMPT_AUTO_CLOSE_MS } from '#shared/domain/overlays.ts'
import type { Timers } from '../../ui/timers.ts'

/** What is asked, and how. */
export interface Question {
  readonly title: string
  readonly text: string
  /** Seconds before its buttons can be pressed; 0 where it is absent (spec 1 §4.8). */
  readonly countdown?: number
  /** Labels of the buttons; 'Yes' and 'No', or 'OK', where they are absent. */
  readonly yes?: string
  readonly no?: string
  /** An address that the first button opens, such as `tel:`. */
  readonly href?: string
}

/** One prompt: a message to acknowledge, one that goes on its own, or a question. */
export interface Prompt extends Question {
  readonly id: number
  readonly kind: 'message' | 'ok' | 'yes-no'
  /** Nobody needs to answer: it closes on its own. */
  readonly closesAlone: boolean
}

/** The prompt queue: duplicates dropped, the first shown until it is acknowledged (spec 1 §4.8). */
export interface Prompts {
  readonly store: StoreApi<readonly Prompt[]>
  /** Queues a message. One that needs no answer closes on its own once it showed for 3 s (spec 1 §9). */
  tell(text: string, options?: { readonly needsAnswer?: boolean }): void
  /** Asks for an OK; resolves with it. */
  ok(question: Question): Promise<void>
  /** Asks yes or no. One that waits already isn't asked twice: both get its answer. */
  ask(question: Question): Promise<boolean>
  /** The answer to the first. */
  answer(id: number, yes: boolean): void
  /** Answers all of them with no: the next person starts with none. */
  reset(): void
}

export function createPrompts(timers: Timers): Prompts {
  const store = createStore<readonly Prompt[]>(() => [])
  const answers = new Map<number, { promise: Promise<boolean>; resolve: (yes: boolean) => void }>()
  let lastID = 0
  let closing: { id: number; cancel: () => void } | null = null

  const watchFirst = () => {
    const [first] = store.getState()
    if (closing && closing.id === first?.id) return
    closing?.cancel()
    closing = null
    if (!first?.closesAlone) return
    closing = { id: first.id, cancel: timers.after(PROMPT_AUTO_CLOSE_MS, () => answer(first.id, true)) }
  }
  const answer = (id: number, yes: boolean) => {
    store.setState(
      store.getState().filter((prompt) => prompt.id !== id),
      true,
    )
    answers.get(id)?.resolve(yes)
    answers.delete(id)
    watchFirst()
  }
  const add = (prompt: Omit<Prompt, 'id'>): Promise<boolean> => {
    const same = store.getState().find(({ kind, title, text }) => {
      return kind === prompt.kind && title === prompt.title && text === prompt.text
    })
    const waiting = same && answers.get(same.id)
    if (waiting) return waiting.promise
    const id = ++lastID
    const made = Promise.withResolvers<boolean>()
    answers.set(id, made)
    store.setState([...store.getState(), { ...prompt, id }], true)
    watchFirst()
    return made.promise
  }

  return {
    store,
    tell(text, { needsAnswer = true } = {}) {
      void add({ kind: 'message', title: '', text, closesAlone: !needsAnswer })
    },
    async ok(question) {
      await add({ ...question, kind: 'ok', closesAlone: false })
    },
    ask: (question) => add({ ...question, kind: 'yes-no', closesAlone: false }),
    answer,
    reset() {
      for (const { id } of store.getState()) answer(id, false)
    },
  }
}
