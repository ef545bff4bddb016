import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import type { Call, ResponseOf } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'
import { LINK_TOKEN_MAX } from '../public-links/index.ts'
import { type Death, deathOf, wordsOf } from './link-state.ts'

/** A call that asks what a link is about. */
export type OpenCall = Call<
  z.ZodMiniType<{ token: string }, { token: string }>,
  z.ZodMiniType,
  'none',
  'json'
>

export type LinkState<T> =
  | { readonly at: 'loading' }
  | { readonly at: 'open'; readonly value: T }
  | { readonly at: 'dead'; readonly why: Death }
  | { readonly at: 'failed'; readonly message: string }

/** What the link of the address is about; `put` takes what a later call said of it. */
export function useLink<C extends OpenCall>(call: C) {
  const { api } = useServices()
  const { token = '' } = useParams()
  const [state, put] = useState<LinkState<ResponseOf<C>>>({ at: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (token === '' || token.length > LINK_TOKEN_MAX) return put({ at: 'dead', why: 'unknown' })
    const leaving = new AbortController()
    put({ at: 'loading' })
    api.call(call, { token } as never, { quiet: true, signal: leaving.signal }).then(
      (value) => put({ at: 'open', value: value as ResponseOf<C> }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        const why = deathOf(error)
        put(why === null ? { at: 'failed', message: wordsOf(error) } : { at: 'dead', why })
      },
    )
    return () => leaving.abort()
  }, [api, call, token, attempt])

  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { state, put, retry, token }
}
