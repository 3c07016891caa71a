#!/bin/sh
# ./render.sh SCENE FILM PARTS: on this machine, or on others by PARALLEL_OPTIONS="--sshloginfile hosts --workdir ." where all see the folder.
set -eu
scene=$1 film=$2 parts=$3
parallel ${PARALLEL_OPTIONS:-} --retries 3 --halt soon,fail=1 AGATE_CHUNK={}/"$parts" agate render "$scene" -o "$film" --skip-existing ::: $(seq "$parts")
exec agate join "${film%.*}".part-*."${film##*.}" -o "$film"
