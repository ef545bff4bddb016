import { AsyncLocalStorage } from 'node:async_hooks'

/** What an audit entry says about the request that it comes from (spec 5 §5.6). */
export interface RequestFacts {
  readonly address: string
  readonly requestID: string
  /** '' where nobody is signed in. */
  readonly sessionID: string
}

const NONE: RequestFacts = { address: '', requestID: '', sessionID: '' }
const requests = new AsyncLocalStorage<RequestFacts>()

/** The request in whose context this code runs; empty where there is none. */
export const requestFacts = (): RequestFacts => requests.getStore() ?? NONE

/** Runs what handles a request. */
export const withRequestFacts = <T>(facts: RequestFacts, handle: () => T): T => requests.run(facts, handle)
