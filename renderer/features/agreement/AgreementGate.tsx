import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { acceptAgreement, agreementState } from '#shared/contract/tenant.ts'
import { isAcceptanceValid } from '#shared/domain/agreement.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useAreQueriesThere } from '../../services/http/queries.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'

const AgreementModal = lazyCode(async () => (await import('./AgreementModal.tsx')).AgreementModal)
const ASKED = ['agreement-state'] as const

/**
 * Asks for the agreement that holds now: of who signed in before it was published within their session (spec 5
 * §5.7). What somebody ticked at their sign-in is written down without asking again.
 */
export function AgreementGate() {
  return useAreQueriesThere() ? <Gate /> : null
}

function Gate() {
  const { api, storage } = useServices()
  const client = useQueryClient()
  const live = useLiveIfAny()
  const userName = useSession(({ user }) => user?.claims.userName ?? '')
  const { data } = useQuery({
    queryKey: ASKED,
    queryFn: async ({ signal }) => {
      const { asked } = await api.call(agreementState, undefined, { quiet: true, signal })
      if (asked === null) return null
      const ticked = storage.get('EULA_ACCEPTED')
      if (!isAcceptanceValid(ticked, userName, Date.parse(asked.after))) return asked
      await api.call(acceptAgreement, { id: asked.id }, { quiet: true })
      return null
    },
    retry: false,
  })
  useEffect(
    () => live?.agreementNews.onChange(() => void client.invalidateQueries({ queryKey: ASKED })),
    [client, live],
  )
  if (!data) return null
  return (
    <Suspense fallback={null}>
      <AgreementModal agreement={data} onAccepted={() => client.setQueryData(ASKED, null)} />
    </Suspense>
  )
}
