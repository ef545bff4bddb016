import type { FunctionComponent } from 'react'

/** A screen whose code comes in a file of its own. */
export interface ScreenCode {
  /** Fetches the code, at most once. @throws where it can't be had; the next call tries again */
  fetch(): Promise<FunctionComponent>
  /** The screen, once it has been fetched. */
  readonly there: FunctionComponent | null
}

function screenCode(load: () => Promise<FunctionComponent>): ScreenCode {
  let there: FunctionComponent | null = null
  return {
    async fetch() {
      there ??= await load()
      return there
    },
    get there() {
      return there
    },
  }
}

export const signInCode = screenCode(async () => (await import('../features/sign-in/index.ts')).SignInScreen)
export const signedInCode = screenCode(async () => (await import('./SignedInEntry.tsx')).SignedIn)
