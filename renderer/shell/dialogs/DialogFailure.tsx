import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { FailureBody, failureTitle } from '../RenderFailure.tsx'
import styles from './DialogFailure.module.css'

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
      fallbackRender={({ error }) => (
        <Modal
          opened={opened}
          onClose={onClose}
          title={failureTitle(error)}
          centered
          classNames={{ title: styles.title }}
        >
          <div className={styles.body} role="alert">
            <FailureBody error={error} />
          </div>
        </Modal>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
