import { type ComponentProps, Suspense } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'
import type { CorrectionForm } from './CorrectionForm.tsx'

export const loadCorrectionForm = async () => (await import('./CorrectionForm.tsx')).CorrectionForm

const Form = lazyCode(loadCorrectionForm)

/** The form of a correction, fetched when somebody corrects something. */
export function LazyCorrectionForm(props: ComponentProps<typeof CorrectionForm>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  )
}
