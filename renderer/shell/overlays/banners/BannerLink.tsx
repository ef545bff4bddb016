import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { mayVisit } from '#shared/domain/navigation.ts'
import { useSession } from '../../../services/context.tsx'
import { useUiLabelsState } from '../../../services/page/ui-labels-context.tsx'
import { BANNER_TEXT } from './text.ts'

/** Opens the hypervisor with what the banner of appointments at risk counts (spec 4 §4.5.3), for who may. */
export function BannerLink() {
  const navigate = useNavigate()
  const permissions = useSession((session) => session.permissions)
  const route = useUiLabelsState(({ routes }) => routes).find(
    ({ item }) => item.id === 'resource.power-resourcing.hypervisor',
  )
  if (!route || !mayVisit(permissions, route)) return null
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => void navigate(`${route.path}?show=at-risk`)}>
      {BANNER_TEXT.open}
    </Button>
  )
}
