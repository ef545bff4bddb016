import type { ReactNode } from 'react'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import type { Timers } from '../../ui/timers.ts'

/** Something that the switcher goes to or does. */
export interface SwitcherItem {
  /** Unique over all sources and the same tomorrow: recent choices are kept by it. */
  readonly id: string
  readonly title: string
  /** What else it is found by, and what is shown beside the title, such as a role. */
  readonly hint?: string
  /** Words that it is found by and that aren't shown. */
  readonly keywords?: string
  readonly icon: ReactNode
  readonly run: () => void
}

/** A kind of thing that can be found. A new kind is a source more, and nothing else changes. */
export interface SwitcherSource {
  readonly id: string
  /** Heads its results. */
  readonly label: string
  /**
   * What fits the text, best first; for '' what to suggest, if anything. A source that fails is left
   * out until the next letter.
   */
  search(text: string, signal: AbortSignal): readonly SwitcherItem[] | Promise<readonly SwitcherItem[]>
  /** The item of a recent choice; undefined where there is none any more. */
  find(id: string): SwitcherItem | undefined
}

/**
 * Asks the server once the typing rested (spec 2 §5), and not at all for a text that was replaced before:
 * the answer then never comes.
 */
export function rested<Found>(
  timers: Timers,
  signal: AbortSignal,
  ask: () => Promise<Found>,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const end = timers.after(FILTER_DEBOUNCE_MS, () => ask().then(resolve, reject))
    signal.addEventListener('abort', end)
  })
}

/** A source over a list that is at hand. */
export function listSource(
  id: string,
  label: string,
  items: readonly SwitcherItem[],
  pick: (items: readonly SwitcherItem[], text: string) => readonly SwitcherItem[],
): SwitcherSource {
  return {
    id,
    label,
    search: (text) => pick(items, text),
    find: (wanted) => items.find((item) => item.id === wanted),
  }
}
