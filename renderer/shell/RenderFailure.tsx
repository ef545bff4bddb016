import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { HTTP_TEXT } from '#shared/domain/http-errors.ts'
import { useServices } from '../services/context.tsx'
import styles from './RenderFailure.module.css'

/** True for a part of the application that could not be fetched, in the words of each browser engine. */
export function isChunkLoadFailure(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return /dynamically imported module|importing a module script|Unable to preload CSS|ChunkLoadError/i.test(
    message,
  )
}

/**
 * Catches what a screen throws while rendering and offers a way on (spec 1 §8). Placed around a
 * screen it leaves the shell as it is, and another `place` is tried afresh.
 */
export function RenderFailure({ place = '', children }: { place?: string; children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={FailureScreen} resetKeys={[place]}>
      {children}
    </ErrorBoundary>
  )
}

function FailureScreen({ error }: FallbackProps) {
  return (
    <section className={styles.screen} role="alert">
      <h1>{failureTitle(error)}</h1>
      <FailureBody error={error} />
    </section>
  )
}

export const failureTitle = (error: unknown): string =>
  isChunkLoadFailure(error) ? 'Server busy' : 'Error detected'

/** What went wrong, and the way on. */
export function FailureBody({ error }: { error: unknown }) {
  const { caches, navigation } = useServices()
  const [busy, setBusy] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const chunk = isChunkLoadFailure(error)

  const goOn = async () => {
    setBusy(true)
    setUnreachable(false)
    if (!(await navigation.isServed())) {
      setUnreachable(true)
      return setBusy(false)
    }
    await caches.clear()
    if (chunk) navigation.reload()
    else navigation.load('/')
  }

  return (
    <>
      <p>{chunk ? HTTP_TEXT.busy : 'There was an error. Please contact support'}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      {unreachable ? <p>{HTTP_TEXT.unreachable}</p> : null}
      <Button disabled={busy} onClick={() => void goOn()}>
        {chunk ? 'Retry' : 'Return home'}
      </Button>
    </>
  )
}
