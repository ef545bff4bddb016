import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { FailureBody, failureTitle } from './FailureBody.tsx'
import { LoadFailure } from './LoadFailure.tsx'

/** A part of a screen that can't be fetched or that throws says so in its own place: the rest stays. */
export function PartFailure({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={Failure}>{children}</ErrorBoundary>
}

function Failure({ error }: FallbackProps) {
  return (
    <LoadFailure title={failureTitle(error)} reason={null}>
      <FailureBody error={error} isBrief />
    </LoadFailure>
  )
}
