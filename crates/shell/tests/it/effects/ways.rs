//! Names that have one value on one way through a script and another on another: all of them count.

use ledger::proposal::Shell;

use super::check;

#[test]
fn every_way_through_counts() {
    check(
        Shell::Bash,
        r##"
x=rm; false && x=ls; $x ~/x ¦ delete(~/x)
x=rm; true || x=ls; $x ~/x ¦ delete(~/x)
if a; then x=ls; else x=rm; fi; y=$x; $y ~/x ¦ delete(~/x)
if a; then x=rm; else x=ls; fi; y=$x; $y ~/x ¦ delete(~/x)
if a; then x=rm; else x=ls; fi; if a; then y=b; else y=~/x; fi; $x $y ¦ delete(~/x)
if a; then x=ls; else x=rm; fi; for i in $x; do $i ~/x; done ¦ delete(~/x)
if a; then x=r; else x=l; fi; x+=m; $x ~/x ¦ delete(~/x)
if a; then x=echo; fi; $x rm ~/x ¦ unknown
for x in rm ls; do break; done; $x ~/x ¦ delete(~/x)
for x in rm ls; do a && break; done; $x ~/x ¦ delete(~/x)
for x in r[m] ls; do break; done; $x ~/x ¦ delete(~/x)
r=(ls wc); for ((i=0; i<2; i++)); do r=([1]=wc); done; ${r[i]} rm ~/x ¦ delete(~/x)
x=rm; for p in a; do for q in a; do continue 2; done; x=ls; done; $x ~/x ¦ delete(~/x)
for i in $(a); do x=ls; done; $x ~/x ¦ unknown
for x in rm; do break; for i in a; do x=ls; done; done; $x ~/x ¦ delete(~/x)
x=rm; f(){ return; g; x=ls; }; g(){ :; }; f; $x ~/x ¦ delete(~/x)
x=rm; f(){ return; x=ls; }; f; $x ~/x ¦ delete(~/x)
x=rm; f(){ local x=ls; }; f; $x ~/x ¦ = delete(~/x)
f(){ rm ~/x; }; if a; then f(){ ls; }; fi; f ¦ delete(~/x)
if a; then ls(){ :; }; else rm(){ :; }; fi; rm ~/x ¦ delete(~/x)
set -- rm; if a; then set -- ls b; fi; $1 ~/x ¦ delete(~/x)
set -- ls rm; while a; do $1 ~/x; shift; done ¦ delete(~/x)
r=(a b rm); for ((i=0;i<3;i++)); do ${r[i]} ~/x; done ¦ unknown
$(if a; then echo ls; else echo rm; fi) ~/x ¦ unknown
$(a && echo ls; echo rm) ~/x ¦ unknown
printf 'ls\nrm\n' | while read c; do $c ~/x; done ¦ delete(~/x)
{ read a; read b; $b ~/x; } <<< $'ls\nrm' ¦ delete(~/x)
{ read a; sh; } <<< $': "\nrm ~/x #"' ¦ delete(~/x)
echo 'rm ~/x' > s; if a; then echo ls > s; fi; sh s ¦ delete(~/x)
x=ls; trap '$x ~/x' EXIT; x=rm ¦ = delete(~/x)
x=ls; trap '$x ~/x' DEBUG; x=rm; : ¦ delete(~/x)
(x=rm; trap '$x ~/x' EXIT; a && exit; x=ls) ¦ delete(~/x)
"##,
    );
}

#[test]
fn values_are_what_the_shell_makes_of_them() {
    check(
        Shell::Bash,
        r##"
x=; ${x-echo} rm ~/x ¦ = delete(~/x)
x=; ${x:+echo} rm ~/x ¦ = delete(~/x)
unset x; ${x+echo} rm ~/x ¦ = delete(~/x)
x=$(a); ${x:-rm} ~/x ¦ delete(~/x)
a=rm b=$a; $b ~/x ¦ = delete(~/x)
c=1; ((c=0)); r=(rm ls); ${r[c]} ~/x ¦ = delete(~/x)
r=(ls rm); ${r[$((2-1))]} ~/x ¦ = delete(~/x)
r=([1]=ls [0]=rm); ${r[0]} ~/x ¦ = delete(~/x)
r=(); r[5]=rm; "${r[@]}" ~/x ¦ = delete(~/x)
r=(ls rm); ${r[-1]} ~/x ¦ = delete(~/x)
r=(ls ls); r[-1]=rm; ${r[1]} ~/x ¦ = delete(~/x)
r=(a b c); rm x${#r[@]} ¦ = delete(./x3)
mapfile -s1 -t r <<< $'ls\nrm'; "${r[0]}" ~/x ¦ unknown
read -a r b <<< rm; $r ~/x ¦ = delete(~/x)
set -- rm ~/x; export x="$@"; $x ¦ = delete(~/x)
x='rm ~/x'; declare y=$x; eval "$y" ¦ = delete(~/x)
set -e rm ~/x; "$@" ¦ = delete(~/x)
set -- rm ~/x; bash -c "$*" ¦ = delete(~/x)
x=rm; readonly x; x=ls; $x ~/x ¦ delete(~/x)
declare -l x; x=RM; $x ~/x ¦ = delete(~/x)
x=ls; declare -n r=x; r=rm; $x ~/x ¦ unknown
x=echo; bash -c '$x rm ~/x' ¦ unknown
export x=ls; env x=rm bash -c '$x ~/x' ¦ delete(~/x)
bash -c '$0 ~/x' rm ¦ = delete(~/x)
rm(){ :; }; exec rm ~/x ¦ = delete(~/x)
f(){ :; }; command eval 'f(){ rm ~/x; }'; f ¦ = delete(~/x)
ls(){ rm ~/x; }; unset -v ls; ls ¦ = delete(~/x)
ls(){ rm ~/x; }; export -f ls; bash -c ls ¦ delete(~/x)
shopt -s expand_aliases⏎alias s='x=rm'⏎x=ls⏎s⏎$x ~/x ¦ delete(~/x)
hash -p ./x ls; ls ¦ !hidden-command
[ -f x ] && rm ~/x ¦ = delete(~/x)
printf '%s\0' ~/a '~/b c' | xargs -0 rm -rf ¦ delete*(~/a)
rm "$(dirname ~/a/b)" ¦ delete(~/a)
rm "$(realpath ~/a/../b)" ¦ delete(~/b)
rm "$(basename /etc/x)" ¦ delete(./x)
f() { f() { rm ~/x; }; f; }; f ¦ delete(~/x)
rm x$((010)) ¦ = delete(./x8)
x='a[$(rm ~/x)]'; ((x)) ¦ !hidden-code
x='a[$(rm ~/x)]'; [[ $x -eq 0 ]] ¦ !hidden-code
echo '"/etc/x"' | xargs rm ¦ delete(/etc/x)
printf '%s\n' a ~/x | xargs -n1 rm ¦ delete(~/x)
printf '%s\n' a ~/x | xargs -I{} rm {} ¦ delete(~/x)
exec 3> s; echo 'rm ~/x' >&3; sh s ¦ code(sh,Program)
exec > s; echo 'rm ~/x'; sh s ¦ code(sh,Program)
echo ls >> s; sh s ¦ code(sh,File)
echo '"$1" ~/x' > s; . ./s rm ¦ delete(~/x)
echo '"$1" ~/x' > s; ./s rm ¦ delete(~/x)
"##,
    );
}
