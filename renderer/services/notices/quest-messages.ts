import { createStore, type StoreApi } from 'zustand/vanilla'
import type { QuestMessage } from '#shared/contract/alerts.ts'
import type { SoundPlayer } from './sounds.ts'

/** News of quests, one shown at a time (spec 1 §2.8). */
export interface QuestMessages {
  readonly store: StoreApi<readonly QuestMessage[]>
  add(message: QuestMessage): void
  /** The first was seen. */
  dismiss(): void
  reset(): void
}

export function createQuestMessages(sounds: SoundPlayer): QuestMessages {
  const store = createStore<readonly QuestMessage[]>(() => [])
  return {
    store,
    add(message) {
      store.setState([...store.getState(), message], true)
      sounds.play('newMessage')
    },
    dismiss: () => store.setState(store.getState().slice(1), true),
    reset: () => store.setState([], true),
  }
}
