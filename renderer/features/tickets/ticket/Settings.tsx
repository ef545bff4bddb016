import { useQuery } from '@tanstack/react-query'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { choicesQuery, settingsQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { TicketSkeleton } from './TicketSkeleton.tsx'

/** The ticket's settings, for who handles it (spec 3 §2). */
export function Settings({ ticket }: { ticket: Ticket }) {
  const { api } = useServices()
  const settings = useQuery(settingsQuery(api, ticket.id))
  const choices = useQuery(choicesQuery(api))
  const error = settings.error ?? choices.error
  if (settings.data && choices.data)
    return <SettingsForm settings={settings.data} choices={choices.data} resolved={ticket.resolved} />
  if (!error) return <TicketSkeleton label={TEXT.loadingSettings} />
  const retry = () => {
    void settings.refetch()
    void choices.refetch()
  }
  return <LoadFailure title={TEXT.settingsFailed} reason={reasonOf(error)} onRetry={retry} />
}
