import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { exportSurveyToolDetails } from '#shared/contract/account-access.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { TEXT } from './access/text.ts'

/** A file of people's user names in dialler and survey tool, for who may have it (spec 5 §3.6). */
export function SurveyToolDetails() {
  const { api, notices } = useServices()
  const isOffered = useSession(({ permissions }) => permissions.can('SUPPORT_CAN_EXPORT_SURVEY_TOOL_DETAILS'))
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await api.call(exportSurveyToolDetails, undefined, { quiet: true }))
    } catch (error) {
      notices.show('error', `${TEXT.exportFailed} ${reasonOf(error)}`)
    }
    setBusy(false)
  }
  if (!isOffered) return null
  return (
    <Button
      size="sm"
      variant="default"
      loading={isBusy}
      title={TEXT.exportHint}
      leftSection={<IconFileDownload size={16} stroke={1.8} aria-hidden="true" />}
      onClick={() => void download()}
    >
      {TEXT.exportTools}
    </Button>
  )
}
