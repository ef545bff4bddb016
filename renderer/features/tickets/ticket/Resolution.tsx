import { Button } from '@mantine/core'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import details from './Details.module.css'
import { ResolutionForm } from './ResolutionForm.tsx'
import { ResolutionTold } from './ResolutionTold.tsx'
import { SelfResolveForm } from './SelfResolveForm.tsx'
import { useAbility } from './ticket-context.tsx'

/** How the ticket was resolved, or the form that resolves it (spec 3 §4; decisions: for agents by themselves). */
export function Resolution({ ticket, onNext }: { ticket: Ticket; onNext: () => void }) {
  const handles = useAbility('RESOLVE')
  if (!ticket.resolved)
    return handles ? <ResolutionForm ticket={ticket} onNext={onNext} /> : <SelfResolveForm ticket={ticket} />
  return (
    <div className={details.main}>
      <ResolutionTold ticket={ticket} />
      {handles ? <Unsent place={`${ticket.id}/body`} /> : <Unsent place={`${ticket.id}/self-resolve`} />}
    </div>
  )
}

/** What somebody had written when another resolved the ticket first. */
function Unsent({ place }: { place: string }) {
  const draft = useDraft(place)
  if (draft.text === '') return null
  return (
    <section aria-label={TEXT.unsent} className={details.unsent}>
      <h3>{TEXT.unsent}</h3>
      <p>{TEXT.reopenFirst}</p>
      <blockquote>{draft.text}</blockquote>
      <Button size="compact-sm" variant="subtle" onClick={draft.clear}>
        {TEXT.discardUnsent}
      </Button>
    </section>
  )
}
