import { type FunctionComponent, Suspense } from 'react'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type * as Forms from './forms.ts'

/** A form of the panel, fetched with the others when the first one is opened: the list is there before. */
function onDemand<Props extends object>(pick: (forms: typeof Forms) => FunctionComponent<Props>) {
  const Form = lazyCode(async () => pick(await import('./forms.ts')))
  return (props: Props) => (
    <Suspense fallback={<Skeleton width="100%" height={120} />}>
      <Form {...props} />
    </Suspense>
  )
}

export const BroadcastForm = onDemand((forms) => forms.BroadcastForm)
export const CommandForm = onDemand((forms) => forms.CommandForm)
export const ExcuseForm = onDemand((forms) => forms.ExcuseForm)
export const FeedbackForm = onDemand((forms) => forms.FeedbackForm)
export const LockForm = onDemand((forms) => forms.LockForm)
export const NoteForm = onDemand((forms) => forms.NoteForm)
export const PopupForm = onDemand((forms) => forms.PopupForm)
export const SetActivityForm = onDemand((forms) => forms.SetActivityForm)
export const TicketForm = onDemand((forms) => forms.TicketForm)
