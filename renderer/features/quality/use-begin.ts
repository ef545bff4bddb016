import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { startReview } from '#shared/contract/qc.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { QUALITY_KEY } from './use-quality-news.ts'

/** Begins a review and opens its form. Why it can't be begun is said by `problem`. */
export function useBegin() {
  const { api } = useServices()
  const client = useQueryClient()
  const [, setAddress] = useSearchParams()
  const [problem, setProblem] = useState<string | null>(null)
  const open = (id: number) =>
    setAddress((before) => {
      const after = new URLSearchParams(before)
      after.set('review', String(id))
      return after
    })
  const begin = async (wanted: RequestOf<typeof startReview>) => {
    setProblem(null)
    try {
      const review = await api.call(startReview, wanted, { quiet: true })
      client.setQueryData(['quality-review', review.id], review)
      open(review.id)
    } catch (error) {
      setProblem(reasonOf(error))
      void client.invalidateQueries({ queryKey: [QUALITY_KEY] })
    }
  }
  return { begin, open, problem, setProblem }
}
