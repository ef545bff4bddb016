import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useFetchedPart } from '../fetched-part.ts'
import { OVERLAYS } from '../overlays.ts'
import styles from './DialogFailure.module.css'
import { FailureBody, failureTitle } from './FailureBody.tsx'

interface DialogFailureProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that can't be fetched or that throws says so in its own place: the screen behind it stays. */
export function DialogFailure({ opened, onClose, children }: DialogFailureProps) {
  return (
    <ErrorBoundary
      resetKeys={[opened]}
      fallbackRender={({ error }) => <Failure opened={opened} onClose={onClose} error={error} />}
    >
      {children}
    </ErrorBoundary>
  )
}

function Failure({
  opened,
  onClose,
  error,
}: Omit<DialogFailureProps, 'children'> & { readonly error: unknown }) {
  const kit = useFetchedPart(OVERLAYS, opened)
  const body = (
    <div className={styles.body} role="alert">
      <FailureBody error={error} />
    </div>
  )
  // What couldn't be fetched may be the kit too.
  if (!kit) return opened ? <div className={styles.plain}>{body}</div> : null
  return (
    <kit.Modal opened={opened} onClose={onClose} title={failureTitle(error)} centered>
      {body}
    </kit.Modal>
  )
}
