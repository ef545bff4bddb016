export const PUSH_TEXT = {
  name: 'Push',
  lead: 'Messages to the app on people’s phones go by Firebase Cloud Messaging. What is changed holds at once.',
  notYet: 'Not set up yet. Nobody’s phone gets a push message.',
  how: 'A device that the app is gone from is forgotten by itself. Who gets push messages is in everybody’s own settings.',
  projectID: 'Project id',
  projectHint: 'As the Firebase console shows it.',
  projectWrong: 'Type the id of the project: small letters, digits and hyphens.',
  chooseFile: 'Choose the key file…',
  otherFile: 'Choose another key file…',
  fileHint: 'The key of a service account that may send messages, as JSON.',
} as const
