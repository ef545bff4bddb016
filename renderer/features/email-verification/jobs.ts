import { useQuery } from '@tanstack/react-query'
import { verificationJobs } from '#shared/contract/email-verification.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'

export type EmailJobs = ResponseOf<typeof verificationJobs>
export const JOBS_KEY = ['email-verification-jobs']
/** While one runs, how it goes is asked for so often. */
const LOOK_MS = 1000

export const isRunning = ({ state }: EmailJobs['jobs'][number]) => state === 'RUNNING'

/** The lists, and what a new one can choose. */
export function useJobs() {
  const { api } = useServices()
  return useQuery({
    queryKey: JOBS_KEY,
    queryFn: ({ signal }) => api.call(verificationJobs, undefined, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? LOOK_MS : false),
  })
}
