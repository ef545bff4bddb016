import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { HTTP_TEXT } from '#shared/domain/http-errors.ts'
import styles from './RenderFailure.module.css'

/** True for a part of the application that could not be fetched, in the words of each browser engine. */
export function isChunkLoadFailure(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return /dynamically imported module|importing a module script|Unable to preload CSS|ChunkLoadError/i.test(
    message,
  )
}

/** Catches what a screen throws while rendering and offers a way on (spec 1 §8). */
export function RenderFailure({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={FailureScreen}>{children}</ErrorBoundary>
}

function FailureScreen({ error }: FallbackProps) {
  const chunk = isChunkLoadFailure(error)
  const act = () => (chunk ? window.location.reload() : window.location.assign('/'))
  return (
    <main className={styles.screen} role="alert">
      <h1>{chunk ? 'Server busy' : 'Error detected'}</h1>
      <p>{chunk ? HTTP_TEXT.busy : 'There was an error. Please contact support'}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <Button onClick={act}>{chunk ? 'Retry' : 'Return home'}</Button>
    </main>
  )
}
