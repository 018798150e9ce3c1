import { buildCommand } from '@stricli/core';
import type { Shell } from '../shell.js';

/** Each asks `hippocamp complete` for proposals, one per line, with a tab before its meaning. */
const scripts = {
  bash: `_hippocamp() {
  local IFS=$'\\n'
  COMPREPLY=($(hippocamp complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _hippocamp hippocamp`,
  zsh: `#compdef hippocamp
_hippocamp() {
  local -a proposals
  proposals=("\${(@f)$(hippocamp complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')}")
  [[ -n $proposals ]] && _describe hippocamp proposals || _files
}
compdef _hippocamp hippocamp`,
  fish: `function __hippocamp
  set -l words (commandline -opc) (commandline -ct)
  hippocamp complete -- $words[2..-1] 2>/dev/null
end
complete -c hippocamp -a '(__hippocamp)'`,
} as const;

export const shells = Object.keys(scripts) as (keyof typeof scripts)[];

function completion(this: Shell, _flags: Record<never, never>, shell: keyof typeof scripts) {
  this.output.write(`${scripts[shell]}\n`);
}

const parse = (input: string): keyof typeof scripts => {
  const shell = shells.find((one) => one === input);
  if (!shell) throw new Error(`must be one of ${shells.join(', ')}`);
  return shell;
};

export const completionCommand = buildCommand({
  func: completion,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ parse, brief: shells.join(', '), placeholder: 'shell', proposeCompletions: () => shells }],
    },
  },
  docs: {
    brief: 'Complete commands and flags with the tab key',
    fullDescription: [
      'Prints what a shell needs to complete commands and flags.',
      '',
      '  eval "$(hippocamp completion bash)"      in ~/.bashrc',
      '  eval "$(hippocamp completion zsh)"       in ~/.zshrc, after compinit',
      '  hippocamp completion fish | source       in ~/.config/fish/config.fish',
    ].join('\n'),
  },
});
