import type { ChatCore } from '../core.ts'
import type { ThreadKey } from '../state.ts'

/**
 * Keeps the unsent texts that rows of the list are marked with: as they are stored when the person
 * goes from one conversation to another, or writes in another window. Returns what ends that.
 */
export function followDrafts({ store, services: { storage } }: ChatCore): () => void {
  const prefix = `${store.getState().me.id}:`
  const read = () => {
    const texts: Record<ThreadKey, string> = {}
    for (const [name, text] of Object.entries(storage.get('chatDrafts') ?? {}))
      if (name.startsWith(prefix) && text.trim() !== '') texts[name.slice(prefix.length)] = text
    store.setState({ draftTexts: texts })
  }
  read()
  const offs = [
    storage.onChangeElsewhere('chatDrafts', read),
    store.subscribe(({ selected }, before) => {
      if (selected !== before.selected) read()
    }),
  ]
  return () => {
    for (const off of offs) off()
  }
}
