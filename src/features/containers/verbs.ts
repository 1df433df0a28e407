/** What can be pressed on cards of container groups. */
export const containerVerbs = {
  show: 'containers.show',
  list: 'containers.list',
  change: 'containers.change',
  everything: 'containers.everything',
  back: 'containers.back',
  now: 'containers.now',
} as const;
