import { type ComponentProps, Suspense } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'
import type { CorrectionForm } from './CorrectionForm.tsx'

const Form = lazyCode(async () => (await import('./CorrectionForm.tsx')).CorrectionForm)

/** The form of a correction, fetched when somebody corrects something. */
export function LazyCorrectionForm(props: ComponentProps<typeof CorrectionForm>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  )
}
