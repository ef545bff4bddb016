import { useState } from 'react'
import { wordsOf } from './words-of.ts'

/** One piece of work at a time, and why the last one failed. What was typed stays. */
export function useWork() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    problem,
    setProblem,
    /** @returns whether it was done */
    async run(work: () => Promise<void>): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      setProblem(null)
      try {
        await work()
        return true
      } catch (error) {
        setProblem(wordsOf(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
