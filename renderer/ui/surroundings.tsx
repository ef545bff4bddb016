import { createContext, useContext } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { FoundUser } from '#shared/contract/help.ts'
import type { Timers } from './timers.ts'

/** What pieces ask of the application that they stand in; it is handed to them, so that they import none of it. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timers: Timers
  /** Why a call failed, in the shared words (spec 1 §8). */
  readonly reasonOf: (error: unknown) => string
  /**
   * Leaves a screen that failed: reloads where its code couldn't be fetched, else goes home.
   * Answers false, and stays, where the server can't be reached.
   */
  readonly leaveFailure: (wasNotFetched: boolean) => Promise<boolean>
}

/** People, as pieces show and find them. */
export interface PeopleAround {
  readonly store: StoreApi<{
    readonly lookup: ReadonlyMap<number, string | null>
    readonly broken: ReadonlySet<string>
  }>
  /** Asks for somebody's picture. */
  want(userID: number): void
  /** A picture couldn't be shown. */
  failed(picture: string): void
  /** Colleagues by a few letters of their name. @throws where they can't be asked for */
  find(term: string, signal: AbortSignal): Promise<readonly FoundUser[]>
}

const SurroundingsContext = createContext<Surroundings | null>(null)
export const SurroundingsProvider = SurroundingsContext.Provider

/** @throws outside a SurroundingsProvider */
export function useSurroundings(): Surroundings {
  const around = useContext(SurroundingsContext)
  if (!around) throw new Error('useSurroundings needs a SurroundingsProvider above it')
  return around
}

const PeopleContext = createContext<PeopleAround | null>(null)
export const PeopleAroundProvider = PeopleContext.Provider

/** Null where nobody is signed in: a piece shows initials there. */
export const usePeopleAround = (): PeopleAround | null => useContext(PeopleContext)
