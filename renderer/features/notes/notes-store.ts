import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  addNote,
  deleteNote,
  myNotes,
  restoreNote,
  type StickyNote,
  saveNote,
} from '#shared/contract/notes.ts'
import { NOTE_COLOURS } from '#shared/domain/notes.ts'
import { type ApiClient, reasonOf } from '../../services/http/api-client.ts'
import type { Timers } from '../../ui/timers.ts'

/** A change is sent so long after the last one, in milliseconds. */
export const NOTE_SAVE_MS = 500
/** What wasn't saved is tried again so long after, in milliseconds. */
export const NOTE_RETRY_MS = 5000

type Content = Pick<StickyNote, 'text' | 'colour' | 'x' | 'y'>

export interface NotesState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** In the order in which they lie: the last is on top. */
  readonly notes: readonly StickyNote[]
  /** The one that was made last here, to be written in at once. */
  readonly added: number | null
  /** The last one that was deleted, for as long as it can be put back here. */
  readonly deleted: StickyNote | null
  /** Why they couldn't be read, or why a change isn't kept yet; null while nothing is wrong. */
  readonly problem: string | null
  /** Whether the server has everything. */
  readonly saving: 'saved' | 'saving' | 'unsaved'
}

/** The board of sticky notes: shown at once, sent a moment later, kept trying (spec 1 §2.7). */
export interface NotesStore {
  readonly store: StoreApi<NotesState>
  load(): Promise<void>
  add(): Promise<void>
  change(id: number, content: Partial<Content>): void
  /** Puts a note on top. */
  raise(id: number): void
  remove(id: number): Promise<void>
  undo(): Promise<void>
  /** Sends at once what waits, as the board closes. */
  flush(): void
}

/** Where the next note goes: one beside and below the other, so that none hides another. */
function freePlace(count: number): Pick<StickyNote, 'x' | 'y'> {
  return { x: 0.03 + ((count * 0.11) % 0.7), y: 0.05 + ((count * 0.09) % 0.55) }
}

export function createNotesStore({
  api,
  timers,
}: {
  readonly api: ApiClient
  readonly timers: Timers
}): NotesStore {
  const store = createStore<NotesState>(() => ({
    phase: 'loading',
    notes: [],
    added: null,
    deleted: null,
    problem: null,
    saving: 'saved',
  }))
  /** Notes with changes that weren't sent; and whether a send is under way. */
  const dirty = new Set<number>()
  let sending = false
  let adding = false
  let cancel = () => {}

  const replace = (id: number, change: (note: StickyNote) => StickyNote) =>
    store.setState(({ notes }) => ({ notes: notes.map((note) => (note.id === id ? change(note) : note)) }))

  const sendOne = async (id: number) => {
    const note = store.getState().notes.find((one) => one.id === id)
    dirty.delete(id)
    if (!note) return
    const { text, colour, x, y } = note
    try {
      await api.call(saveNote, { id, text, colour, x, y }, { quiet: true })
    } catch (error) {
      dirty.add(id)
      throw error
    }
  }
  const send = async () => {
    if (sending || dirty.size === 0) return
    sending = true
    store.setState({ saving: 'saving' })
    try {
      for (const id of [...dirty]) await sendOne(id)
      store.setState({ saving: dirty.size === 0 ? 'saved' : 'saving', problem: null })
      if (dirty.size > 0) later(NOTE_SAVE_MS)
    } catch (error) {
      store.setState({ saving: 'unsaved', problem: reasonOf(error) })
      later(NOTE_RETRY_MS)
    } finally {
      sending = false
    }
  }
  const later = (ms: number) => {
    cancel()
    cancel = timers.after(ms, () => void send())
  }

  return {
    store,
    async load() {
      store.setState({ phase: 'loading', problem: null, added: null })
      try {
        store.setState({ phase: 'ready', notes: await api.call(myNotes, undefined, { quiet: true }) })
      } catch (error) {
        store.setState({ phase: 'failed', problem: reasonOf(error) })
      }
    },
    async add() {
      // A second click, or a space meant for the note that is on its way, makes no other one.
      if (adding) return
      adding = true
      const count = store.getState().notes.length
      const colour = NOTE_COLOURS[count % NOTE_COLOURS.length] ?? 'YELLOW'
      try {
        const note = await api.call(addNote, { text: '', colour, ...freePlace(count) })
        store.setState(({ notes }) => ({ notes: [...notes, note], added: note.id }))
      } catch {
        // The notice says why.
      } finally {
        adding = false
      }
    },
    change(id, content) {
      replace(id, (note) => ({ ...note, ...content }))
      dirty.add(id)
      store.setState({ saving: 'saving' })
      later(NOTE_SAVE_MS)
    },
    raise(id) {
      const { notes } = store.getState()
      const note = notes.find((one) => one.id === id)
      if (note && notes.at(-1) !== note)
        store.setState({ notes: [...notes.filter((one) => one !== note), note] })
    },
    async remove(id) {
      const { notes } = store.getState()
      const deleted = notes.find((one) => one.id === id)
      if (!deleted) return
      dirty.delete(id)
      store.setState({ notes: notes.filter((one) => one !== deleted), deleted })
      try {
        await api.call(deleteNote, { id })
      } catch {
        store.setState((state) => ({ notes: [...state.notes, deleted], deleted: null }))
      }
    },
    async undo() {
      const { deleted } = store.getState()
      if (!deleted) return
      store.setState({ deleted: null })
      try {
        await api.call(restoreNote, { id: deleted.id })
        // As it was here: its last words may not have reached the server.
        store.setState(({ notes }) => ({ notes: [...notes, deleted] }))
        dirty.add(deleted.id)
        later(NOTE_SAVE_MS)
      } catch {
        store.setState({ deleted })
      }
    },
    flush() {
      cancel()
      void send()
    },
  }
}
