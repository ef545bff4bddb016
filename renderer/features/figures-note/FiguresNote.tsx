import { useQuery } from '@tanstack/react-query'
import { figuresAge } from '#shared/contract/cati-report.ts'
import { useServices } from '../../services/context.tsx'
import styles from './FiguresNote.module.css'
import { TEXT } from './text.ts'

const AGAIN_MS = 60_000

/** Says on pages that rest on what a survey tool brings how old that is, while it fails (spec 4 §3.3). */
export function FiguresNote() {
  const { api, now } = useServices()
  const { data } = useQuery({
    queryKey: ['figuresAge'],
    queryFn: ({ signal }) => api.call(figuresAge, undefined, { quiet: true, signal }),
    retry: false,
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  })
  if (!data?.asOf) return null
  return (
    <p className={styles.note} role="status">
      {TEXT.asOf(Date.parse(data.asOf), now())}
    </p>
  )
}
