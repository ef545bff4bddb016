/** The incident form as it is filled in (spec 3 §3). */
export interface IncidentForm {
  /** The project's id; 0 where none is chosen. */
  readonly selectedProject: number
  readonly callID: string
  readonly respondentName: string
  readonly phoneNumber: string
  readonly details: string
  /** The sign-off checkbox; it isn't sent. */
  readonly signedOff: boolean
}

/** Whether Send is enabled: everything is filled in and the sign-off is ticked (spec 3 §5). */
export function canSendIncident(form: IncidentForm): boolean {
  const { selectedProject, callID, respondentName, phoneNumber, details, signedOff } = form
  const texts = [callID, respondentName, phoneNumber, details]
  return signedOff && selectedProject > 0 && texts.every((text) => text.trim() !== '')
}
