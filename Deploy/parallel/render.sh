#!/bin/sh
# ./render.sh SCENE FILM PARTS: on this machine, or on others by PARALLEL_OPTIONS="--sshloginfile hosts --workdir ." where all see the folder.
set -eu
scene=$1 film=$2 parts=$3
export scene film parts
# What parallel runs goes through a shell once more: names are variables there, too.
parallel ${PARALLEL_OPTIONS:-} --env scene --env film --env parts --retries 3 --halt soon,fail=1 \
    'AGATE_CHUNK={}/"$parts" agate render "$scene" -o "$film" --skip-existing' ::: $(seq "$parts")
exec agate join "${film%.*}".part-*."${film##*.}" -o "$film"
