/**
 * What runs before git in the sandbox. A repository is a stranger's: its configuration and attributes name programs (hooks,
 * filters, textconv, pagers, merge drivers, aliases, fsmonitor, ssh, credential helpers) in more places than anyone can forbid
 * one by one. So git never sees them: it gets a common folder of ours (`GIT_COMMON_DIR`, as a linked worktree has), whose
 * objects and refs are links to the repository's and whose configuration is written here, with no more of the repository's
 * own than settings that are known to be harmless, in forms that are.
 *
 * Expects `repo` (the folder of the work tree), `init` (1: makes a repository where there is none), `who` and `mail` (empty:
 * what the repository says), and gives the function `g`.
 */
export const GIT_PRELUDE = String.raw`set -u
G="$repo/.git"
C=/tmp/waggle-git
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=false
export GIT_PAGER=cat GIT_EDITOR=true GIT_SEQUENCE_EDITOR=true GIT_MERGE_AUTOEDIT=no GIT_NO_LAZY_FETCH=1 GIT_ADVICE=0
export GIT_ALLOW_PROTOCOL="\${protocols:-none}" LC_ALL=C.UTF-8
fail() { echo "$1"; exit 125; }

cd /tmp || exit 125
if [ -L "$G" ] || { [ -e "$G" ] && [ ! -d "$G" ]; }; then fail 'its .git is no folder'; fi
if [ ! -e "$G" ]; then
  [ "$init" = 1 ] || fail 'there is no git repository here'
  git -c init.defaultBranch=main init --quiet --template= -- "$repo" || exit 125
  mkdir -p "$G/info"
  printf '/inbox/\n/outbox/\n/spill/\n' > "$G/info/exclude"
fi
mkdir -p "$C/info"
for name in objects refs logs packed-refs shallow; do ln -s "$G/$name" "$C/$name"; done
{
  printf '/inbox/\n/outbox/\n/spill/\n'
  [ -f "$G/info/exclude" ] && head -c 100000 "$G/info/exclude"
} > "$C/info/exclude"

cat > "$C/config" <<'END'
[core]
	repositoryformatversion = 0
	bare = false
	hooksPath = /dev/null
	fsmonitor = false
	untrackedCache = false
	attributesFile = /dev/null
	excludesFile = /dev/null
	pager = cat
	sshCommand = false
[user]
	name = Waggle Gateway
	email = agent@waggle.invalid
[gc]
	auto = 0
[maintenance]
	auto = false
[diff]
	ignoreSubmodules = all
[submodule]
	recurse = false
[fetch]
	recurseSubmodules = false
[commit]
	gpgSign = false
[tag]
	gpgSign = false
[log]
	showSignature = false
[push]
	gpgSign = false
	recurseSubmodules = no
[rerere]
	enabled = false
[advice]
	statusHints = false
	detachedHead = false
	addEmbeddedRepo = false
[http]
	followRedirects = false
END
keep() { [[ $value =~ $2 ]] && printf '[%s]\n\t%s = %s\n' "$1" "$var" "$value" >> "$C/config"; }
if [ -f "$G/config" ]; then
  count=0
  while IFS= read -r -d '' entry && [ $((count += 1)) -le 500 ]; do
    key="\${entry%%$'\n'*}"
    value="\${entry#*$'\n'}"
    section="\${key%%.*}"
    var="\${key##*.}"
    name="\${key#*.}"
    name="\${name%.*}"
    case "$key" in
      core.filemode|core.ignorecase|core.symlinks|core.precomposeunicode|core.quotepath) keep core '^(true|false)$' ;;
      core.autocrlf) keep core '^(true|false|input)$' ;;
      core.eol) keep core '^(lf|crlf|native)$' ;;
      core.repositoryformatversion) keep core '^[01]$' ;;
      extensions.objectformat) keep extensions '^sha(1|256)$' ;;
      user.name|user.email) keep user '^[[:alnum:]@._ +-]+$' ;;
      remote.*.*)
        [[ $name =~ ^[[:alnum:]][[:alnum:]._-]*$ ]] || continue
        case "$var" in
          url) keep "remote \"$name\"" '^https://[[:alnum:]][[:alnum:].:/_~+-]*$' ;;
          fetch) keep "remote \"$name\"" '^\+?refs/[[:alnum:]/*._-]+:refs/[[:alnum:]/*._-]+$' ;;
        esac ;;
    esac
  done < <(git config --file "$G/config" --no-includes --null --list 2>/dev/null)
fi
if [ -n "$who" ]; then
  export GIT_AUTHOR_NAME="$who" GIT_COMMITTER_NAME="$who" GIT_AUTHOR_EMAIL="$mail" GIT_COMMITTER_EMAIL="$mail"
fi
cd -- "$repo" || exit 125
export GIT_DIR="$G" GIT_COMMON_DIR="$C" GIT_WORK_TREE="$repo"
g() { git --no-pager --no-replace-objects "$@"; }
`.replaceAll('\\${', '${');

/**
 * The way out of a sandbox that has no network: a port of its own that leads to the proxy's socket, through which alone git
 * goes. Expects `header` (the credentials, or empty), `places` (addresses for which they are) and `authorities`.
 */
export const GIT_TUNNEL = String.raw`export GIT_ALLOW_PROTOCOL=https
node -e 'const net = require("net");
net.createServer((c) => {
  const s = net.connect("/run/waggle/net");
  for (const one of [c, s]) one.on("error", () => { c.destroy(); s.destroy(); });
  c.pipe(s);
  s.pipe(c);
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });' > /tmp/port 2>/dev/null &
for turn in {1..500}; do [ -s /tmp/port ] && break; sleep 0.02; done
[ -s /tmp/port ] || fail 'there is no way out of the sandbox'
printf '[http]\n\tproxy = http://127.0.0.1:%s\n\tlowSpeedLimit = 100\n\tlowSpeedTime = 30\n' "$(cat /tmp/port)" >> "$C/config"
if [ -n "$authorities" ]; then
  { cat /etc/ssl/certs/ca-certificates.crt 2>/dev/null; printf '%s\n' "$authorities"; } > /tmp/authorities.pem
  printf '[http]\n\tsslCAInfo = /tmp/authorities.pem\n' >> "$C/config"
fi
for place in "\${places[@]}"; do
  printf '[http "%s"]\n\textraHeader = Authorization: Basic %s\n' "$place" "$header" >> "$C/config"
done
`.replaceAll('\\${', '${');
