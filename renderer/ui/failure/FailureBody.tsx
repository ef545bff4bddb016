import { Button } from '@mantine/core'
import { useState } from 'react'
import { HTTP_TEXT } from '#shared/domain/http-errors.ts'
import { isChunkLoadFailure } from '../fetch-code.ts'
import { useSurroundings } from '../surroundings.tsx'
import styles from './FailureBody.module.css'

/** What stopped a screen or a part of it, in two words (spec 1 §8). */
export const failureTitle = (error: unknown): string =>
  isChunkLoadFailure(error) ? 'Server busy' : 'Error detected'

interface FailureBodyProps {
  readonly error: unknown
  /** Leaves out the words of the error itself: there is little room. */
  readonly isBrief?: boolean
}

/** What went wrong, and the way on. */
export function FailureBody({ error, isBrief = false }: FailureBodyProps) {
  const { leaveFailure } = useSurroundings()
  const [busy, setBusy] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const chunk = isChunkLoadFailure(error)

  const goOn = async () => {
    setBusy(true)
    setUnreachable(false)
    if (await leaveFailure(chunk)) return
    setUnreachable(true)
    setBusy(false)
  }

  return (
    <>
      <p>{chunk ? HTTP_TEXT.busy : 'There was an error. Please contact support'}</p>
      {isBrief ? null : (
        <pre className={styles.words}>{error instanceof Error ? error.message : String(error)}</pre>
      )}
      {unreachable ? <p>{HTTP_TEXT.unreachable}</p> : null}
      <Button size={isBrief ? 'xs' : 'sm'} disabled={busy} onClick={() => void goOn()}>
        {chunk ? 'Retry' : 'Return home'}
      </Button>
    </>
  )
}
